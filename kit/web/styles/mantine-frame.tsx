import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { useMemo, type ComponentType, type ReactNode } from 'react'
import { useColorScheme } from '#kit/web/ui/color-scheme.ts'
import './mantine.css'
import { cssVariables, theme } from './theme.ts'

const nothing = () => undefined

/**
 * What Mantine's components ask of their provider, without the provider: that one computes on every load the variables that
 * `mantine-variables.css` already holds, and keeps a colour scheme of its own beside ours.
 */
function MantineFrame({ children }: { readonly children: ReactNode }) {
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

/** A control made of Mantine's pieces with what these ask for around it, so that no page loads Mantine, or its styles, before it shows such a control. */
export function dressed<P extends object>(Control: ComponentType<P>): ComponentType<P> {
  return function Dressed(props: P) {
    return (
      <MantineFrame>
        <Control {...props} />
      </MantineFrame>
    )
  }
}
