import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { redrawPicture } from './redraw-picture.ts'

/** So many grey pixels. */
const drawn = (width: number, height: number) => Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 128), width, height)

test.each(['png', 'jpeg', 'webp'] as const)('a %s is drawn anew and keeps its kind', async (kind) => {
  const content = await drawn(64, 32)[kind]()
  const redrawn = await redrawPicture(content, 100)
  expect(redrawn?.mime).toBe(`image/${kind}`)
  expect(await new Transformer(redrawn?.bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 64, height: 32, format: kind })
})

test('what came with a picture does not stay in it, and a large one becomes smaller', async () => {
  const content = Buffer.concat([await drawn(400, 100).jpeg(80), Buffer.from('<script>alert(1)</script>GPS 48.85')])
  const redrawn = await redrawPicture(content, 100)
  expect(redrawn?.bytes.includes('script')).toBe(false)
  expect(await new Transformer(redrawn?.bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 100, height: 25 })
})

test('anything else is refused: a drawing that runs, a broken picture, one that unpacks to gigabytes', async () => {
  const png = await drawn(8, 8).png()
  const huge = Buffer.from(png)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const cut = (await drawn(200, 200).jpeg(80)).subarray(0, 300)
  for (const content of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    Buffer.from('GIF89a............................'),
    huge,
    png.subarray(0, 40),
    cut,
    Buffer.alloc(0),
  ])
    expect(await redrawPicture(content, 100)).toBeNull()
})
