import PDFDocument from 'pdfkit';
import { expect, it, vi } from 'vitest';
import { typesetterFor } from './noto-fonts.ts';

it('opens a font again after a failure', async () => {
  vi.spyOn(PDFDocument.prototype, 'font').mockImplementationOnce(() => {
    throw new Error('too many open files');
  });
  await expect(typesetterFor(['tea'])).rejects.toThrow('too many open files');
  const typesetter = await typesetterFor(['tea']);
  expect(typesetter.runsOf('tea', 'regular')).toEqual([{ font: 'regular', text: 'tea' }]);
});
