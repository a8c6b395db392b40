import type { ComponentProps, JSX } from 'react'
import { dress, type Look } from './look.ts'

type Tag = Exclude<keyof JSX.IntrinsicElements, 'style' | 'svg'>

/** Words with a look of the scale. */
export function Text<T extends Tag = 'span'>({ as, ...props }: Look & { readonly as?: T } & Omit<ComponentProps<T>, keyof Look>) {
  const Element = (as ?? 'span') as 'span'
  return <Element {...dress(props)} />
}
