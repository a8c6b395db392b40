import type { ReactNode } from 'react'
import { Block } from '#kit/web/ui/page.tsx'

/** A component by the name that it is imported by. */
export const Sample = ({ of, span = 6, children }: { readonly of: string; readonly span?: number; readonly children: ReactNode }) => (
  <Block title={of} span={span}>
    {children}
  </Block>
)
