import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { insertPicture, pictureAddress } from '#kit/server/files/picture-routes.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { redrawPicture } from '#kit/server/files/redraw-picture.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  incidentSettings,
  maxOrganisationLogoBytes,
  readOrganisationSettings,
  removeOrganisationLogo,
  uploadOrganisationLogo,
  writeOrganisationSettings,
  type OrganisationSettings,
} from '#areas/tenancy/contract/organisation-settings.ts'
import { optionTypes } from '#areas/tenancy/contract/trial.ts'
import { profileOf } from './metadata-properties.ts'

/** What an organisation asks of its own people, within what its instance allows. */
export function organisationSettingsCalls(api: Api): void {
  const read = async (tx: Tx) => ({ ...(await readSettings(tx)), add_ons: optionTypes.filter((type) => api.ports.addOns.includes(type)) })
  handle(api, 'organisation', readOrganisationSettings, async ({ tx, who }) => ({
    object: await read(tx),
    edit_right: can(who, 'organisation_settings.write'),
  }))

  handle(api, 'organisation', writeOrganisationSettings, async ({ tx, body: { version, ...given }, translate }) => {
    const current = await held(tx)
    if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: await read(tx) })
    await saveOver(tx, current, given)
    return { message: translate('kit.messages.saved'), object: await read(tx) }
  })

  api.addRaw(operationOf(uploadOrganisationLogo, 'organisation'), async ({ request }) => {
    // Before a byte is received.
    await api.inSession(request, async (tx) => authorize(tx.who, 'organisation_settings.write'))
    const { bytes } = await readUpload(request, maxOrganisationLogoBytes)
    const drawn = await redrawPicture(bytes, longestSide)
    if (!drawn) throw invalidField('file', 'tenancy.errors.picture')
    const logo = await api.inSession(request, async (tx) => {
      authorize(tx.who, 'organisation_settings.write')
      return pictureAddress(await insertPicture(tx, 'LOGO', drawn))
    })
    return { ok: true, message: api.translateFor(request, 'kit.messages.saved'), object: { logo } }
  })

  handle(api, 'organisation', removeOrganisationLogo, async ({ tx, translate }) => {
    await tx.run(sql`delete from picture where customer_id = ${tx.customerId} and kind = 'LOGO'`)
    tx.audit({ entity: 'picture', object_id: null, action: 'delete', details: JSON.stringify({ kind: 'LOGO' }) })
    return { message: translate('kit.messages.saved'), object: { logo: null } }
  })
}

/** Pixels: the mark in the header is small, a report's first page is not. */
const longestSide = 512

/** Beside what the installation has. */
type OwnSettings = Omit<OrganisationSettings, 'add_ons'>

type Given = Partial<OwnSettings>

/** The settings as they are, held until the end: nobody changes others of them meanwhile. */
async function held(tx: Tx): Promise<OwnSettings> {
  await tx.run(sql`select 1 from customer where id = ${tx.customerId} and current_customer() = ${tx.customerId} for no key update`)
  return readSettings(tx)
}

/** Changes some of the settings; refused where they would be laxer than the instance's. */
export const saveSettings = async (tx: Tx, given: Given): Promise<void> => saveOver(tx, await held(tx), given)

async function saveOver(tx: Tx, current: OwnSettings, given: Given): Promise<void> {
  const next = { ...current, ...given }
  refuseLaxer(next)
  const { sector } = await profileOf(tx, next)
  await tx.run(sql`update customer set name = ${next.name}, color = ${next.color}, sector = ${next.sector === '' ? null : next.sector}, lang = ${next.lang}, time_zone = ${next.time_zone},
      properties = properties || ${JSON.stringify(propertiesOf(next))}::jsonb,
      sector_low = ${next.branch}, sector_high = ${sector}, country = ${next.country},
      benchmark_changed_at = case when benchmark_out = ${next.benchmark_out} then benchmark_changed_at else moment() end, benchmark_out = ${next.benchmark_out},
      mfa_mode = ${next.mfa_mode}, password_max_age_days = ${next.password_max_age_days}, version = version + 1, updated_at = moment()
    where id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'settings', version: current.version + 1, details: JSON.stringify(given) })
}

/** What an organisation has set, as it holds now. */
export async function readSettings(tx: Tx): Promise<OwnSettings> {
  const row = await tx.first(sql<OwnSettings>`select c.name, c.color, c.sector, c.lang, c.time_zone, c.mfa_mode, c.password_max_age_days, c.version,
      coalesce((c.properties->>'proof_required_action')::boolean, true) as proof_required_action, coalesce((c.properties->>'proof_required_task')::boolean, false) as proof_required_task,
      c.properties->>'emergency_phone' as emergency_phone, c.properties->>'emergency_text' as emergency_text,
      c.properties->>'nis2_authority' as nis2_authority, c.properties->>'gdpr_authority' as gdpr_authority, coalesce(c.properties->>'incident_impact', 'SIMPLE') as incident_impact,
      coalesce((c.properties->>'exemption_max_days')::int, 365) as exemption_max_days, c.sector_low as branch, c.country, c.benchmark_out,
      (select '/api/picture/' || p.id from picture p where p.customer_id = ${tx.customerId} and p.kind = 'LOGO') as logo,
      jsonb_build_object('mfa_mode', i.mfa_mode, 'password_max_age_days', i.password_max_age_days) as instance
    from customer c join instance i on i.id = c.instance_id where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  if (!row) throw new Error('The organisation is not there')
  return row
}

/** What stands among the properties of an organisation; an empty text is none. */
const propertiesOf = (settings: OwnSettings) =>
  Object.fromEntries(
    [...proofSettings, 'exemption_max_days' as const, ...incidentSettings].map((name) => [name, settings[name] === '' ? null : settings[name]]),
  )

const proofSettings = ['proof_required_action', 'proof_required_task'] as const

function refuseLaxer({ mfa_mode: mode, password_max_age_days: age, instance }: OwnSettings): void {
  if (instance.mfa_mode === 'ENFORCED' && mode !== null && mode !== 'ENFORCED') throw invalidField('mfa_mode', 'tenancy.errors.mfa_enforced')
  const longest = instance.password_max_age_days
  if (age !== null && longest > 0 && (age === 0 || age > longest)) throw invalidField('password_max_age_days', 'tenancy.errors.password_age', { days: longest })
}
