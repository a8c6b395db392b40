import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useColorScheme } from '#kit/web/ui/color-scheme.ts'
import { cssVariables, theme } from './theme.ts'

const nothing = () => undefined

/**
 * What Mantine's components ask of their provider, without the provider: that one computes on every load the variables that
 * `mantine-variables.css` already holds, and keeps a colour scheme of its own beside ours.
 */
export function MantineFrame({ children }: { readonly children: ReactNode }) {
  const colorScheme = useColorScheme()
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme: nothing,
      clearColorScheme: nothing,
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesResolver: cssVariables,
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [colorScheme],
  )
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
