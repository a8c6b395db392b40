/** The kinds of code that name a company in a register of information, most telling first. */
export const codeTypes = ['LEI', 'EUID', 'CRN', 'VAT', 'NATIONAL', 'PASSPORT'] as const
export type CodeType = (typeof codeTypes)[number]

/** Two letters of ISO 3166-1, as a form takes them. */
export const countryPattern = /^[A-Z]{2}$/
/** Three letters of ISO 4217. */
export const currencyPattern = /^[A-Z]{3}$/

/** Where an EUID comes from: the European Economic Area. */
export const eea = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ES'.split(' '))

/** Whether a text is a European unique identifier: a country, the code of its register, a full stop, the number there (Implementing Regulation (EU) 2021/1042). */
export const isEuid = (code: string): boolean => /^[A-Z]{2}[A-Z0-9_-]*\.[A-Za-z0-9._/-]+$/.test(code) && (eea.has(code.slice(0, 2)) || code.startsWith('EL'))

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Whether three letters name a currency of ISO 4217. */
export const isCurrency = (code: string): boolean => currencies.has(code)

/** Whether a text is a legal entity identifier: twenty characters of which the last two check the others (ISO 17442, by ISO 7064 MOD 97-10). */
export function isLei(code: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(code)) return false
  let rest = 0
  for (const letter of code) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
