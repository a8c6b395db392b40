import { Transformer } from '@napi-rs/image'
import type { ReportPicture } from '#kit/contract/report.ts'
import { pictureType } from './detect-type.ts'

/** A picture that this server drew: nothing of what was sent is in it but its pixels. */
export interface Redrawn {
  readonly bytes: Buffer
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp'
}

/** Width times height beyond which a picture is not unpacked: 40 megapixels need 160 MB. */
const mostPixels = 40_000_000
const quality = 85

/**
 * Draws a PNG, JPEG or WebP anew (FIL-19), at most so many pixels long on either side, turned as its camera says and without what else came
 * with it, such as the place where it was taken. Null for anything else, for what is broken and for what would need too much memory.
 */
export async function redrawPicture(content: Buffer, longest: number): Promise<Redrawn | null> {
  const mime = await pictureType(content)
  const size = mime && sizeOf(content, mime)
  if (!size || size.width * size.height > mostPixels || size.width === 0 || size.height === 0) return null
  try {
    const picture = new Transformer(content).rotate()
    const scale = longest / Math.max(size.width, size.height)
    if (scale < 1) picture.resize({ width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) })
    const bytes = mime === 'image/png' ? await picture.png() : mime === 'image/jpeg' ? await picture.jpeg(quality) : await picture.webp(quality)
    return { bytes, mime }
  } catch {
    // Whatever the decoder stumbles over is the picture's fault.
    return null
  }
}

/** A drawn picture as documents take it: WebP is for browsers alone. */
export async function forDocuments({ bytes, mime }: Redrawn): Promise<ReportPicture> {
  return mime === 'image/webp' ? { bytes: await new Transformer(bytes).png(), mime: 'image/png' } : { bytes, mime }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** What a picture says of its size in its first bytes, before anything is unpacked; null where it does not. */
function sizeOf(content: Buffer, mime: Redrawn['mime']): Size | null {
  if (content.length < 30) return null
  switch (mime) {
    case 'image/png':
      return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
    case 'image/webp':
      return webpSize(content)
    case 'image/jpeg':
      return jpegSize(content)
  }
}

function webpSize(content: Buffer): Size | null {
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = content.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

/** Walks over the segments of a JPEG to the one that begins its frame. */
function jpegSize(content: Buffer): Size | null {
  let at = 2
  while (at + 9 < content.length) {
    if (content[at] !== 0xff) return null
    const marker = content[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) }
    at += 2 + content.readUInt16BE(at + 2)
  }
  return null
}
