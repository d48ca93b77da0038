import { serveImages } from './media/decoder-process.ts';

await serveImages();
