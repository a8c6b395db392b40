import type { ReactNode } from 'react'
import css from './blocks.module.css'

const tones = new Set(['success', 'warning', 'danger', 'info', 'neutral'])

/** A word in a tone, or in a level's own colour. */
export function Tinted({ tint, children }: { readonly tint: string; readonly children: ReactNode }) {
  return (
    <span
      className={css.tinted}
      data-tone={tones.has(tint) ? tint : undefined}
      style={tones.has(tint) ? undefined : ({ '--level': tint } as Record<string, string>)}
    >
      {children}
    </span>
  )
}
