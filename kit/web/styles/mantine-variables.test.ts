import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './theme.ts'

type Variables = Record<string, string>

/** The rule that sets what differs from Mantine's own file. */
function rule(selector: string, ours: Variables, theirs: Variables): string {
  const changed = Object.entries(ours).filter(([name, value]) => theirs[name] !== value)
  return `${selector} {\n${changed.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`
}

test('the static file holds exactly the variables that our theme changes (vitest -u writes it)', async () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const [derived, own, theirs] = [defaultCssVariablesResolver(merged), cssVariables(merged), defaultCssVariablesResolver(DEFAULT_THEME)]
  const css = [
    '/* Written from theme.ts by mantine-variables.test.ts. */\n',
    rule(':root', { ...derived.variables, ...own.variables }, theirs.variables),
    rule(":root[data-mantine-color-scheme='dark']", { ...derived.dark, ...own.dark }, theirs.dark),
    rule(":root[data-mantine-color-scheme='light']", { ...derived.light, ...own.light }, theirs.light),
  ]
  await expect(css.join('')).toMatchFileSnapshot('./mantine-variables.css')
})
