import type { ReactNode } from 'react'
import { Text } from './text.tsx'

/** Said to screen readers only. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }) => <Text spoken>{children}</Text>
