import type { Area } from '#kit/server/http/area.ts'
import { en } from '#areas/access/locales/en.ts'
import { fr } from '#areas/access/locales/fr.ts'
import { signInCalls } from './sign-in.ts'

export const access: Area = { name: 'access', rights: {}, resources: [], calls: signInCalls, locales: { en, fr } }
