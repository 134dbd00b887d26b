/** A picture as PNG. */

/** Pixels a unit of the drawing, and the most that a picture may have along one side. */
const RESOLUTION = 2;
const MOST_PIXELS = 8192;

/** The picture in base64. */
export async function pngOf(svg: string): Promise<string> {
    const image = new Image();
    await new Promise<void>((resolve, reject) => {
        image.onload = () => resolve();
        image.onerror = () => reject(new Error('The drawing cannot be painted.'));
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(RESOLUTION, MOST_PIXELS / width, MOST_PIXELS / height);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    const context = canvas.getContext('2d')!;
    context.scale(scale, scale);
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
