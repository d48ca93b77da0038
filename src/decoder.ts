import { serveImages } from './photo-files/serve-images.ts';

await serveImages();
