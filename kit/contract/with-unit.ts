import type { Language } from './catalogue.ts'

/** A figure with its unit, on one line: English writes the percent sign against the number, and any other unit after a space, as French does with all. */
export const withUnit = (figure: string, unit: string | null, language: Language): string =>
  unit ? `${figure}${unit === '%' && language === 'en' ? '' : '\u00a0'}${unit}` : figure
