import type { Language } from './catalogue.ts'
import { writtenNumber } from './signed-number.ts'

/** A figure with its unit, on one line: English writes the percent sign against the number, and any other unit after a space, as French does with all. */
export const withUnit = (figure: string, unit: string | null, language: Language): string =>
  unit ? `${figure}${unit === '%' && language === 'en' ? '' : '\u00a0'}${unit}` : figure

/** A share of 0 to 100 with its sign, with at most `decimals` decimals (0); the same on screens and in documents. */
export const writtenPercent = (value: number, language: Language, decimals = 0): string => withUnit(writtenNumber(value, language, decimals), '%', language)

/** An amount in thousands of euros, on one line; the same on screens and in documents. */
export const writtenKeuro = (value: number, language: Language): string => withUnit(writtenNumber(value, language), 'k€', language)
