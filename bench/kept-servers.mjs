// Servers of kept packages that answer the empty call (`GetServerInfo`) and nothing else: what the service's own transports are judged
// against (docs/dependencies.md).
//
//   node bench/kept-servers.mjs bare | grpc-js | connect-node        prints its address

import http2 from 'node:http2';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import * as grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { tsImport } from 'tsx/esm/api';

const proto = join(dirname(fileURLToPath(import.meta.url)), '../proto/sysml.proto');
const report = port => process.stdout.write(`127.0.0.1:${port}\n`);

const SERVERS = {
    /** Reads a request and answers five bytes in gRPC or Connect: what any server on these protocols costs. */
    bare() {
        const server = http2.createServer();
        // in gRPC the frame of an empty message, in Connect a message with one field that no schema knows
        const empty = Buffer.alloc(5);
        const unknown = Buffer.from([0x80, 0x7d, 0x80, 0x80, 0x01]);
        server.on('stream', (stream, headers) => {
            stream.resume();
            stream.on('end', () => {
                if (headers['content-type'] === 'application/proto') {
                    stream.respond({ ':status': 200, 'content-type': 'application/proto' });
                    stream.end(unknown);
                    return;
                }
                stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
                stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
                stream.end(empty);
            });
        });
        server.listen(0, '127.0.0.1', () => report(server.address().port));
    },
    'grpc-js'() {
        const server = new grpc.Server();
        const { sysml } = grpc.loadPackageDefinition(loadSync(proto));
        server.addService(sysml.SysMLService.service, { GetServerInfo: (_, answer) => answer(null, {}) });
        server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (_, port) => report(port));
    },
    async 'connect-node'() {
        const { SysMLService } = await tsImport('../src/wire/generated/sysml_pb.ts', import.meta.url);
        const handler = connectNodeAdapter({ routes: router => router.service(SysMLService, { getServerInfo: () => ({}) }) });
        const server = http2.createServer(handler);
        server.listen(0, '127.0.0.1', () => report(server.address().port));
    }
};

await SERVERS[process.argv[2]]();
