import { serveImages } from './photo-files/decoder-process.ts';

await serveImages();
