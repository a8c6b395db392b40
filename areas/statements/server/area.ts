import type { Area } from '#kit/server/http/area.ts'
import { statementRights } from '#areas/statements/contract/rights.ts'
import { en } from '#areas/statements/locales/en.ts'
import { fr } from '#areas/statements/locales/fr.ts'
import { statementCalls } from './calls.ts'
import { inclusions } from './inclusions.ts'
import { statementSources } from './sources.ts'
import { statementReport } from './statement-report.ts'

export const statements: Area = {
  name: 'statements',
  rights: statementRights,
  resources: [inclusions],
  calls: statementCalls,
  reports: [statementReport],
  sources: statementSources,
  locales: { en, fr },
}
