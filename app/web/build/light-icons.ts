import { runInThisContext } from 'node:vm'
import type { Plugin } from 'vite'

/** An element of an icon as lucide has it. */
export type IconPart = readonly [tag: string, attributes: Readonly<Record<string, string | number>>]

interface IconData {
  readonly size: number
  readonly node: readonly IconPart[]
}

const round = (value: number) => String(Math.round(value * 1e4) / 1e4)
const number = String.raw`\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))`
const beginsRelative = new RegExp(`^m${number}${number}(.*)$`, 's')

/** A path that may stand behind another one: what is relative to the end of the one before begins where it would alone. */
function makeAbsolute(d: string): string {
  const [, x, y, rest] = beginsRelative.exec(d.trim()) ?? []
  if (x === undefined || rest === undefined) return d.trim()
  return `M${x} ${y}${/^[\s,]*[\d.-]/.test(rest) ? 'l' : ''}${rest.trim()}`
}

const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${round(cx - rx)} ${round(cy)}a${round(rx)} ${round(ry)} 0 1 0 ${round(2 * rx)} 0a${round(rx)} ${round(ry)} 0 1 0 ${round(-2 * rx)} 0z`

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (rx === 0) return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
  const corner = (dx: number, dy: number) => `a${round(rx)} ${round(ry)} 0 0 1 ${round(dx)} ${round(dy)}`
  const [across, down] = [width - 2 * rx, height - 2 * ry]
  return `M${round(x + rx)} ${round(y)}h${round(across)}${corner(rx, ry)}v${round(down)}${corner(-rx, ry)}h${round(-across)}${corner(-rx, -ry)}v${round(-down)}${corner(rx, -ry)}z`
}

/** One part as a path; undefined where it says more than its shape. */
export function pathOf([tag, attributes]: IconPart): string | undefined {
  const only = (...names: string[]) => Object.keys(attributes).every((name) => name === 'key' || names.includes(name))
  const of = (name: string, otherwise = 0) => Number(attributes[name] ?? otherwise)
  if (tag === 'path' && only('d')) return makeAbsolute(String(attributes['d']))
  if (tag === 'circle' && only('cx', 'cy', 'r')) return ellipse(of('cx'), of('cy'), of('r'), of('r'))
  if (tag === 'ellipse' && only('cx', 'cy', 'rx', 'ry')) return ellipse(of('cx'), of('cy'), of('rx'), of('ry'))
  if (tag === 'line' && only('x1', 'y1', 'x2', 'y2')) return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
  if ((tag === 'polyline' || tag === 'polygon') && only('points')) return `M${String(attributes['points']).trim()}${tag === 'polygon' ? 'z' : ''}`
  if (tag !== 'rect' || !only('x', 'y', 'width', 'height', 'rx', 'ry')) return undefined
  const [rx, ry] = [of('rx', of('ry')), of('ry', of('rx'))]
  return rectangle(of('x'), of('y'), of('width'), of('height'), rx, ry)
}

/** All strokes as one path, and behind it those parts that are filled as well, if there are any; undefined where a part says more than that. */
export function pathsOf(node: readonly IconPart[]): readonly string[] | undefined {
  const lines: string[] = []
  const dots: string[] = []
  for (const [tag, { fill, ...attributes }] of node) {
    const path = pathOf([tag, attributes])
    if (path === undefined || (fill !== undefined && fill !== 'currentColor')) return undefined
    ;(fill ? dots : lines).push(path)
  }
  return [lines.join(''), ...(dots.length ? [dots.join('')] : [])]
}

const icon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/**
 * Builds lucide's icons as one path each, drawn by a component of ours: theirs computes its attributes anew whenever it is drawn, makes an element of every
 * stroke, and carries a random key for each. What is not only strokes stays as it is.
 */
export function lightIcons(component: string): Plugin {
  return {
    name: 'vigie:light-icons',
    apply: 'build',
    transform(code, id) {
      if (!icon.test(id)) return null
      // Read, not imported: the index names five thousand of them.
      const [, text] = /__iconData = (\{.*?\n\});/s.exec(code) ?? []
      const data: IconData | undefined = text === undefined ? undefined : runInThisContext(`(${text})`)
      const paths = data?.size === 24 ? pathsOf(data.node) : undefined
      if (!paths) return null
      const light = `import { icon } from ${JSON.stringify(component)}\nexport default /*#__PURE__*/ icon(${paths.map((path) => JSON.stringify(path)).join(', ')})`
      return { code: light, map: null }
    },
  }
}
