export type Placement = 'bottom-start' | 'bottom-center' | 'bottom-end' | 'top'

const margin = 8

/** Puts a floating element beside its anchor, turned over or moved in when the window leaves no room; both must be displayed. */
export function placeBeside(floating: HTMLElement, anchor: HTMLElement, placement: Placement, gap: number): void {
  const from = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = floating
  const below = from.bottom + gap
  const above = from.top - gap - height
  const fitsBelow = below + height <= innerHeight - margin
  const top = placement === 'top' ? (above >= margin ? above : below) : fitsBelow || above < margin ? below : above
  const left = placement === 'bottom-start' ? from.left : placement === 'bottom-end' ? from.right - width : from.left + (from.width - width) / 2
  floating.style.top = `${Math.max(margin, Math.min(top, innerHeight - margin - height))}px`
  floating.style.left = `${Math.max(margin, Math.min(left, innerWidth - margin - width))}px`
}
