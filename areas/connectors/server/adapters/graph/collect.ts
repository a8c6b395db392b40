import { z } from 'zod'
import { type Adapter, type Asked, type Brought, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { daysOf, ifAllowed, isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { foundOf, lineOf, plain } from '#areas/connectors/server/adapters/fields.ts'
import { Forbidden, type Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { microsoft, odata } from '#areas/connectors/server/adapters/microsoft.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { definition } from './definition.ts'

const score = z.object({
  azureTenantId: z.string().nullish(),
  createdDateTime: z.string(),
  currentScore: z.number(),
  maxScore: z.number().positive(),
  controlScores: z.array(
    z.object({ controlName: z.string().min(1), controlCategory: z.string().nullish(), score: z.number(), description: z.string().nullish() }),
  ),
})
const profile = z.object({
  id: z.string().min(1),
  title: z.string().nullish(),
  maxScore: z.number(),
  controlCategory: z.string().nullish(),
  deprecated: z.boolean().nullish(),
  remediation: z.string().nullish(),
  controlStateUpdates: z.array(z.object({ state: z.string().nullish(), updatedDateTime: z.string().nullish() })).nullish(),
})
const registration = z.object({ id: z.string(), isAdmin: z.boolean(), isMfaRegistered: z.boolean(), userType: z.string() })
const guest = z.object({
  id: z.string(),
  createdDateTime: z.string().nullish(),
  signInActivity: z
    .object({
      lastSuccessfulSignInDateTime: z.string().nullish(),
      lastSignInDateTime: z.string().nullish(),
      lastNonInteractiveSignInDateTime: z.string().nullish(),
    })
    .nullish(),
})

const scope = 'https://graph.microsoft.com/.default'
const ofScore = ['secure_score', 'secure_score_category', 'secure_score_control']
const ofRegistration = ['people_without_mfa', 'people_with_mfa', 'admins_without_mfa']
const metricsOf = (asked: Asked, keys: readonly string[]) => definition.metrics.filter(({ key }) => keys.includes(key) && isAsked(asked, key))

const registrations = 'reports/authenticationMethods/userRegistrationDetails'
const guests = { $filter: "userType eq 'Guest' and accountEnabled eq true", $select: 'id,createdDateTime,signInActivity' }

/** Microsoft Graph: what Microsoft 365 and Entra ID know of their own security. */
export const graph: Adapter = {
  definition,

  async test(config, reach) {
    const { service, as } = microsoft(config, reach, { scope, fields: definition.fields })
    const name = await as()
    const may = await Promise.all([
      mayRead(service, 'security/secureScores', { $top: 1 }),
      mayRead(service, registrations, { $top: 1 }),
      mayRead(service, 'users', { $top: 1, $select: 'id,signInActivity' }),
    ])
    return {
      as: name,
      mayRead: definition.reads.filter((_, n) => may[n]).map(({ what }) => what),
      missing: [...new Set(['SecurityEvents.Read.All', 'AuditLog.Read.All', 'User.Read.All, AuditLog.Read.All'].filter((_, n) => !may[n]))],
    }
  },

  async *collect(config, asked, reach) {
    const { service } = microsoft(config, reach, { scope, fields: definition.fields })
    if (asked.findings || isAsked(asked, ...ofScore)) yield* scores(service, asked, reach)
    if (isAsked(asked, ...ofRegistration)) yield* strongAuthentication(service, asked, reach)
    if (isAsked(asked, 'stale_guests')) yield* staleGuests(service, asked, reach)
  },
}

async function mayRead(service: Service, path: string, query: Readonly<Record<string, string | number>>): Promise<boolean> {
  try {
    await service.json(path, z.object({ value: z.array(z.unknown()) }), { query })
    return true
  } catch (error) {
    if (error instanceof Forbidden) return false
    throw error
  }
}

async function* scores(service: Service, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const list = await service.json('security/secureScores', z.object({ value: z.array(score) }), { query: { $top: 1 } })
  const [latest] = list.value.value
  if (!latest) {
    for (const { key } of metricsOf(asked, ofScore)) say(reach, 'warning', 'nothing_there', { metric: key })
    return
  }
  for (const parameters of timesAsked(asked, 'secure_score'))
    yield { is: 'value', metric: 'secure_score', parameters, value: (latest.currentScore / latest.maxScore) * 100 }
  if (!asked.findings && !isAsked(asked, 'secure_score_category', 'secure_score_control')) return

  const reached = new Map(latest.controlScores.map((control) => [control.controlName, control]))
  const foundBy = `Microsoft Secure Score${latest.azureTenantId ? ` · ${latest.azureTenantId}` : ''}`
  const points = new Map<string, { got: number; of: number }>()
  const add = (name: string, got: number, of: number) => {
    const sum = points.get(name) ?? { got: 0, of: 0 }
    points.set(name, { got: sum.got + got, of: sum.of + of })
  }
  const rows = new Rows(profile)
  for await (const control of odata(service, 'security/secureScoreControlProfiles', { rows, keyOf: ({ id }) => id })) {
    const own = reached.get(control.id)
    // A profile without a score of its own is of a product that this tenant does not have.
    if (own === undefined || control.maxScore <= 0) continue
    add(`control ${control.id}`, own.score, control.maxScore)
    add(`category ${control.controlCategory ?? own.controlCategory ?? ''}`, own.score, control.maxScore)
    if (asked.findings)
      yield {
        is: 'found',
        found: foundOf({
          key: `${foundBy}|${control.id}`,
          name: lineOf(control.title, 400) ?? control.id,
          description: plain([own.description, control.remediation].filter(Boolean).join('\n\n')),
          score: null,
          state: stateOf(control, own.score),
          foundBy,
          code: control.id,
          cves: [],
        }),
      }
  }
  if (asked.findings) yield* rows.whole(foundBy, reach)
  for (const [metric, what] of [
    ['secure_score_category', 'category'],
    ['secure_score_control', 'control'],
  ] as const)
    for (const parameters of timesAsked(asked, metric)) {
      const sum = points.get(`${what} ${parameters[what] ?? ''}`)
      if (sum) yield { is: 'value', metric, parameters, value: (sum.got / sum.of) * 100 }
      else say(reach, 'warning', 'nothing_there', { metric })
    }
}

function stateOf({ deprecated, controlStateUpdates, maxScore }: z.output<typeof profile>, points: number) {
  if (deprecated === true) return 'NOT_APPLICABLE'
  if (points >= maxScore) return 'PASSED'
  const last = (controlStateUpdates ?? []).toSorted((a, b) => (b.updatedDateTime ?? '').localeCompare(a.updatedDateTime ?? ''))[0]
  // Somebody said there that this is accepted, or done by something that Microsoft does not see.
  return /^(?:ignored|thirdparty|reviewed)$/i.test(last?.state ?? '') ? 'SUPPRESSED' : 'FOUND'
}

async function* strongAuthentication(service: Service, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const counts = { people: 0, without: 0, admins: 0 }
  const rows = new Rows(registration)
  const isRead = await ifAllowed(
    async () => {
      for await (const { isAdmin, isMfaRegistered, userType } of odata(service, registrations, { query: { $top: 999 }, rows, keyOf: ({ id }) => id })) {
        if (isAdmin && !isMfaRegistered) counts.admins += 1
        if (userType.toLowerCase() === 'guest') continue
        counts.people += 1
        if (!isMfaRegistered) counts.without += 1
      }
    },
    metricsOf(asked, ofRegistration),
    reach,
  )
  if (!isRead) return
  rows.tell(reach)
  for (const parameters of timesAsked(asked, 'people_without_mfa')) yield { is: 'value', metric: 'people_without_mfa', parameters, value: counts.without }
  for (const parameters of timesAsked(asked, 'admins_without_mfa')) yield { is: 'value', metric: 'admins_without_mfa', parameters, value: counts.admins }
  if (counts.people > 0)
    for (const parameters of timesAsked(asked, 'people_with_mfa'))
      yield { is: 'value', metric: 'people_with_mfa', parameters, value: ((counts.people - counts.without) / counts.people) * 100 }
}

async function* staleGuests(service: Service, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const wanted = timesAsked(asked, 'stale_guests').map((parameters) => ({
    parameters,
    since: reach.now().getTime() - daysOf(parameters, 90) * 86_400_000,
    value: 0,
  }))
  const rows = new Rows(guest)
  const isRead = await ifAllowed(
    async () => {
      for await (const one of odata(service, 'users', { query: { ...guests, $top: 500 }, rows, keyOf: ({ id }) => id })) {
        const { lastSuccessfulSignInDateTime, lastSignInDateTime, lastNonInteractiveSignInDateTime } = one.signInActivity ?? {}
        const moments = [one.createdDateTime, lastSuccessfulSignInDateTime, lastSignInDateTime, lastNonInteractiveSignInDateTime].flatMap((text) => {
          const moment = Date.parse(text ?? '')
          return Number.isNaN(moment) ? [] : [moment]
        })
        // Without any day nothing is known, and nothing is held against anybody.
        if (moments.length === 0) continue
        const last = Math.max(...moments)
        for (const one of wanted) if (last < one.since) one.value += 1
      }
    },
    metricsOf(asked, ['stale_guests']),
    reach,
  )
  if (!isRead) return
  rows.tell(reach)
  for (const { parameters, value } of wanted) yield { is: 'value', metric: 'stale_guests', parameters, value }
}
