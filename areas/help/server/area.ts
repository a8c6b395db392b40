import type { Area } from '#kit/server/http/area.ts'
import { en } from '#areas/help/locales/en.ts'
import { fr } from '#areas/help/locales/fr.ts'
import { wikiCalls } from './wiki.ts'

export const help: Area = { name: 'help', rights: {}, resources: [], calls: wikiCalls, locales: { en, fr } }
