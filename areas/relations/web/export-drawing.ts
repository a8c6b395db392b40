import type { Box } from './layouts.ts'

const styleProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'display',
  'vector-effect',
  'paint-order',
]

/** The drawing by itself, with what style sheets say of it; on the ground of its theme. */
function standalone(svg: SVGSVGElement, { left, top, right, bottom }: Box): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  copies.forEach((element, at) => {
    const original = originals[at]
    if (!original) return
    const style = getComputedStyle(original)
    for (const name of styleProperties) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
    element.removeAttribute('style')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`)
  copy.setAttribute('width', String(Math.round(right - left)))
  copy.setAttribute('height', String(Math.round(bottom - top)))
  copy.setAttribute('font-family', 'Inter, system-ui, sans-serif')
  copy.querySelector('g')?.removeAttribute('transform')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) ground.setAttribute(name, String(value))
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--canvas'))
  copy.prepend(ground)
  return copy
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Browsers draw no larger pictures. */
const mostPixels = 8000

/** Saves a drawing as it stands, as SVG or as a picture twice as fine as the screen. */
export async function exportDrawing(svg: SVGSVGElement, box: Box, kind: 'svg' | 'png', name: string): Promise<void> {
  const copy = standalone(svg, box)
  const drawn = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
  if (kind === 'svg') return save(drawn, `${name}.svg`)
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const scale = Math.min(2, mostPixels / width, mostPixels / height)
  const picture = new Image()
  const address = URL.createObjectURL(drawn)
  try {
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) save(blob, `${name}.png`)
  } finally {
    URL.revokeObjectURL(address)
  }
}
