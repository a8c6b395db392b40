/** The values of the register of information as the data point model of the supervisory authorities writes them. */
import type { CodeType } from '#areas/suppliers/contract/codes.ts'
import type { entityTypes } from '#areas/suppliers/contract/settings.ts'

const named =
  <K extends string>(codes: Readonly<Record<K, string>>) =>
  (value: K | null | undefined): string =>
    value ? codes[value] : ''

export const country = (code: string | null) => (code ? `eba_GA:${code}` : '')
export const currency = (code: string | null) => (code ? `eba_CU:${code}` : '')
export const yesNo = (value: boolean | null) => (value === null ? '' : value ? 'eba_BT:x28' : 'eba_BT:x29')
export const assessment = named({ YES: 'eba_BT:x28', NO: 'eba_BT:x29', NOT_ASSESSED: 'eba_BT:x21' })
export const ictType = (value: string) => `eba_TA:${value}`

export const codeType = named<CodeType>({
  LEI: 'eba_qCO:qx2000',
  NATIONAL: 'eba_qCO:qx2001',
  EUID: 'eba_qCO:qx2002',
  CRN: 'eba_qCO:qx2003',
  VAT: 'eba_qCO:qx2004',
  PASSPORT: 'eba_qCO:qx2005',
})
export const person = named({ LEGAL: 'eba_CT:x212', NATURAL: 'eba_CT:x213' })
export const arrangement = named({ STANDALONE: 'eba_CO:x1', OVERARCHING: 'eba_CO:x2', SUBSEQUENT: 'eba_CO:x3' })
export const termination = named({
  EXPIRED: 'eba_CO:x4',
  BREACH: 'eba_CO:x5',
  IMPEDIMENT: 'eba_CO:x6',
  DATA_SECURITY: 'eba_CO:x7',
  AUTHORITY: 'eba_CO:x8',
  OTHER: 'eba_CO:x9',
})
export const level = named({ LOW: 'eba_ZZ:x791', MEDIUM: 'eba_ZZ:x792', HIGH: 'eba_ZZ:x793', NOT_ASSESSED: 'eba_ZZ:x799' })
export const reliance = named({ NOT_SIGNIFICANT: 'eba_ZZ:x794', LOW: 'eba_ZZ:x795', MATERIAL: 'eba_ZZ:x796', FULL: 'eba_ZZ:x797' })
export const substitutability = named({ NOT: 'eba_ZZ:x959', HIGHLY_COMPLEX: 'eba_ZZ:x960', MEDIUM: 'eba_ZZ:x961', EASY: 'eba_ZZ:x962' })
export const substitution = named({ NO_ALTERNATIVE: 'eba_ZZ:x963', MIGRATION: 'eba_ZZ:x964', BOTH: 'eba_ZZ:x965' })
export const reintegration = named({ EASY: 'eba_ZZ:x798', DIFFICULT: 'eba_ZZ:x966', HIGHLY_COMPLEX: 'eba_ZZ:x967' })
export const entityType = named<(typeof entityTypes)[number]>({
  CREDIT_INSTITUTION: 'eba_CT:x12',
  PAYMENT_INSTITUTION: 'eba_CT:x300',
  ACCOUNT_INFORMATION: 'eba_CT:x301',
  E_MONEY: 'eba_CT:x302',
  INVESTMENT_FIRM: 'eba_CT:x599',
  CRYPTO_ASSETS: 'eba_CT:x303',
  ASSET_TOKENS: 'eba_CT:x310',
  CENTRAL_DEPOSITORY: 'eba_CT:x304',
  CENTRAL_COUNTERPARTY: 'eba_CT:x643',
  TRADING_VENUE: 'eba_CT:x305',
  TRADE_REPOSITORY: 'eba_CT:x306',
  FUND_MANAGER: 'eba_CT:x307',
  MANAGEMENT_COMPANY: 'eba_CT:x639',
  DATA_REPORTING: 'eba_CT:x308',
  INSURANCE: 'eba_CT:x309',
  INSURANCE_INTERMEDIARY: 'eba_CT:x320',
  PENSIONS: 'eba_CT:x311',
  RATING_AGENCY: 'eba_CT:x312',
  BENCHMARKS: 'eba_CT:x313',
  CROWDFUNDING: 'eba_CT:x314',
  SECURITISATION: 'eba_CT:x315',
  OTHER_FINANCIAL: 'eba_CT:x316',
  NON_FINANCIAL: 'eba_CT:x317',
  NON_FINANCIAL_OTHER: 'eba_CT:x318',
})
/** One entity reports for itself alone; none of those who use a service is a branch. */
export const soleEntity = 'eba_RP:x21'
export const noBranch = 'eba_ZZ:x839'
/** In columns that tell rows apart, where nothing is to be said. */
export const noCountry = 'eba_GA:qx2007'
export const notApplicable = 'Not Applicable'
export const activity = (value: string | null) => (value ? `eba_TA:${value}` : '')
/** The last day of an agreement that has none. */
export const noEnd = '9999-12-31'
