// npm run images:pin               writes the digest of each image's tag to docker-compose.yml and the Dockerfiles
// npm run images:pin -- FILE …     to these files instead
// Queries the images' registries, and writes nothing unless all of them respond. Run it again after changing a tag.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { imagesIn, pinImages } from './images/references.ts';
import { digestOf } from './images/registry.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const files = positionals.length ? positionals : ['docker-compose.yml', 'Dockerfile', 'docker/patroni/Dockerfile'];

try {
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const images = [...new Set([...texts.values()].flatMap(imagesIn))];
  const digests = new Map<string, string>();
  for (const image of images) digests.set(image, await digestOf(image));
  for (const [file, text] of texts) writeFileSync(file, pinImages(text, digests));
  for (const [image, digest] of digests) console.log(`${image}@${digest}`);
} catch (error) {
  console.error(`${(error as Error).message}\nNothing was written.`);
  process.exit(1);
}
