import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = ['#edf2fe', '#dbe5fd', '#b9cdfa', '#8fb0ff', '#6a92f5', '#4a79ea', '#2a5bd7', '#214cba', '#1b3f9b', '#15327b']
const dark: MantineColorsTuple = ['#eceef2', '#b4bac6', '#8b94a4', '#5d6675', '#363d49', '#232932', '#14181d', '#111418', '#0d1013', '#0b0d10']
const red: MantineColorsTuple = ['#fdecea', '#fad4d1', '#f4a8a3', '#ee7b74', '#e75d55', '#d9453d', '#c8362e', '#ab231c', '#8b1c16', '#6c1511']
const small = { defaultProps: { size: 'xs' } }

/** Mantine in our clothes: only what its own defaults would show differently; its colours are re-pointed by `cssVariables`. */
export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand, dark, red },
  primaryShade: { light: 6, dark: 5 },
  fontFamily: 'var(--font)',
  defaultRadius: 6,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    TextInput: small,
    PasswordInput: small,
    Select: small,
    MultiSelect: small,
    NumberInput: small,
    Textarea: small,
    TagsInput: small,
    DateInput: small,
    ColorInput: small,
  },
})

/** Points Mantine's variables at our tokens. Written to `mantine-variables.css` because the content policy forbids injected styles. */
export const cssVariables: CSSVariablesResolver = () => {
  const colours = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--bad-text)',
    '--mantine-color-red-text': 'var(--bad-text)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-brand-filled': 'var(--accent)',
    '--mantine-color-brand-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--accent-bg)',
    '--mantine-primary-color-light-color': 'var(--accent-text)',
    '--mantine-color-gray-light-hover': 'var(--hover)',
    '--mantine-color-gray-light': 'var(--mute-bg)',
    '--mantine-color-gray-light-color': 'var(--text-2)',
    '--mantine-color-gray-text': 'var(--text-2)',
  }
  return { variables: {}, light: colours, dark: colours }
}
