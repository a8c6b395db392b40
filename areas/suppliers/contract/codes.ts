/** The kinds of code that name a company in a register of information, most telling first. */
export const codeTypes = ['LEI', 'EUID', 'CRN', 'VAT', 'NATIONAL', 'PASSPORT'] as const
export type CodeType = (typeof codeTypes)[number]

/** Two letters of ISO 3166-1, as a form takes them. */
export const countryPattern = /^[A-Z]{2}$/
/** Three letters of ISO 4217. */
export const currencyPattern = /^[A-Z]{3}$/

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
