import type { ComponentProps, JSX } from 'react'
import { dress, type Look } from './look.ts'

type Tag = Exclude<keyof JSX.IntrinsicElements, 'style' | 'svg'>
type Props<T extends Tag> = Look & { readonly as?: T } & Omit<ComponentProps<T>, keyof Look>

/** A thing with looks of the scale. */
export function Box<T extends Tag = 'div'>({ as, ...props }: Props<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...dress(props)} />
}

/** Things beside each other. */
export function Row<T extends Tag = 'div'>({ as, ...props }: Props<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...dress(props, 'row')} />
}

/** Things below each other. */
export function Stack<T extends Tag = 'div'>({ as, ...props }: Props<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...dress(props, 'stack')} />
}

/** Things below each other, each as wide as it; in columns where it says so. */
export function Grid<T extends Tag = 'div'>({ as, ...props }: Props<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...dress(props, 'grid')} />
}
