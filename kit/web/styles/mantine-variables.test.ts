import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './theme.ts'

type Variables = Record<string, string>
const changed = (ours: Variables, theirs: Variables): Variables =>
  Object.fromEntries(Object.entries(ours).filter(([name, value]) => theirs[name] !== value))

test('the static file holds exactly the variables that our theme changes (vitest -u writes it)', async () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const [derived, own, theirs] = [
    defaultCssVariablesResolver(merged),
    cssVariables(merged),
    defaultCssVariablesResolver(DEFAULT_THEME),
  ]
  const difference = {
    variables: changed({ ...derived.variables, ...own.variables }, theirs.variables),
    light: changed({ ...derived.light, ...own.light }, theirs.light),
    dark: changed({ ...derived.dark, ...own.dark }, theirs.dark),
  }
  const css = convertCssVariables(difference, ':root')
    .replaceAll('}', '}\n')
    .replaceAll(/([{;])(?=.)/g, '$1\n  ')
    .replaceAll(/ +}/g, '}')
  await expect(`/* Written from theme.ts by mantine-variables.test.ts. */\n${css}`).toMatchFileSnapshot('./mantine-variables.css')
})
