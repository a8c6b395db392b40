import type { Area } from '#kit/server/http/area.ts'
import { helpRights } from '#areas/help/contract/rights.ts'
import { en } from '#areas/help/locales/en.ts'
import { fr } from '#areas/help/locales/fr.ts'
import { wikiCalls } from './wiki.ts'

export const help: Area = { name: 'help', rights: helpRights, resources: [], tables: ['wiki_page', 'wiki_vote'], calls: wikiCalls, locales: { en, fr } }
