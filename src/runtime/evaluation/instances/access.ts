/** The access of library functions to objects (functions/registry.ts). */
import { conformsToLibrary } from '../../../language/semantics/specialization.js';
import type { ObjectAccess } from '../functions/index.js';
import { Instance } from './instance.js';

export const objectAccess: ObjectAccess = {
    feature(object, name) {
        if (!(object instanceof Instance)) {
            return undefined;
        }
        const index = object.layout.byName.get(name);
        return index === undefined ? undefined : object.read(index);
    },
    isOf: (object, type) => object instanceof Instance && conformsToLibrary(object.type, type)
};
