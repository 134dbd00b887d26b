// Version of this build. The build script defines the constants; a run from source has the version `dev`.

declare const BUILD_VERSION: string | undefined;
declare const BUILD_COMMIT: string | undefined;
declare const BUILD_TIME: string | undefined;

export interface Build {
    readonly version: string;
    readonly commit: string;
    readonly buildTime: string;
}

export const build: Build = {
    version: typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'dev',
    commit: typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'unknown',
    buildTime: typeof BUILD_TIME === 'string' ? BUILD_TIME : 'unknown'
};
