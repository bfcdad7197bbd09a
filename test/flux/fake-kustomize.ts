import { fakeTools } from '../render/fake-tools.js';

/**
 * A folder with a kustomize that knows no more than a kustomization of files and folders, written as JSON: it prints them,
 * in the namespace that is asked for. What real kustomize makes of all fields is tested in test/cluster.
 */
export function kustomizeOnPath(): string {
  const { bin } = fakeTools({
    kustomize: `
const path = require('node:path');
if (args[0] === 'version') print('v5.8.1');
else {
  const documents = (folder) => {
    const file = path.join(folder, 'kustomization.yaml');
    const text = fs.readFileSync(file, 'utf8');
    if (!text.startsWith('{')) return [];
    const { resources = [], namespace } = JSON.parse(text);
    return resources.flatMap((one) => {
      const at = path.resolve(folder, one);
      const found = fs.statSync(at).isDirectory()
        ? documents(at)
        : fs.readFileSync(at, 'utf8').split(/^---$/m).filter((part) => part.trim() !== '').map((part) => JSON.parse(part));
      return found.map((object) =>
        namespace ? { ...object, metadata: { ...object.metadata, namespace } } : object);
    });
  };
  print(documents(args.at(-1)).map((object) => JSON.stringify(object)).join('\\n---\\n') + '\\n');
}`,
  });
  return bin;
}
