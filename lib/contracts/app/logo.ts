import { z } from 'zod'
import { maxLogoBytes } from './logo-bounds.ts'

const pattern = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** How a file of each kind begins, in Base64. */
const beginnings: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  webp: /^UklGR.{6}XRUJQ/,
}

/** Whether the bytes of a `data:` URL are of the kind that it states. */
function isImage(url: string): boolean {
  const [, kind = '', data = ''] = pattern.exec(url) ?? []
  return data.length % 4 === 0 && (beginnings[kind]?.test(data) ?? false)
}

/** A small image as a `data:` URL, so that it is served nowhere by itself. SVG is not accepted: it can hold scripts. */
export const Logo = z
  .string({ error: 'must be text' })
  .max(Math.ceil(maxLogoBytes / 3) * 4 + 40, { error: `must be at most ${maxLogoBytes / 1024} kB` })
  .refine(isImage, { error: 'must be a PNG, JPEG or WebP image' })
  .meta({ description: 'PNG, JPEG or WebP as a `data:` URL' })
