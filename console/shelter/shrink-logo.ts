import { maxLogoBytes } from '../../contract/shelter.ts';

const maxSide = 384;

/** An image as the `data:` address of one that fits into a change. @throws when it is no image */
export async function shrinkLogo(file: File): Promise<string> {
  const image = new Image();
  image.src = await readAddress(file);
  await image.decode();
  const canvas = document.createElement('canvas');
  for (let side = maxSide; ; side *= 0.7) {
    // An image of vectors may have no size of its own.
    const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
    const scale = Math.min(1, side / Math.max(width, height));
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const address = canvas.toDataURL('image/png');
    if (address.length * 0.75 <= maxLogoBytes) return address;
  }
}

function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
