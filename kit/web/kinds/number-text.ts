import type { Language } from '#kit/contract/catalogue.ts'

/** Reads a number as typed in either language (`1 234,5`, `1,234.5`); null for nothing, the text itself when it is no number. */
export function readNumber(text: string, language: Language): number | string | null {
  const bare = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (!bare) return null
  const plain = language === 'fr' ? bare.replace(',', '.') : bare.replaceAll(',', '')
  return /^[-−]?\d*\.?\d+$/.test(plain) ? Number(plain.replace('−', '-')) : text
}

/** A number as it is edited: no grouping, the language's decimal sign. */
export const writeNumber = (value: unknown, language: Language): string =>
  typeof value === 'number' ? (language === 'fr' ? String(value).replace('.', ',') : String(value)) : typeof value === 'string' ? value : ''
