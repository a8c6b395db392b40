import type { Person } from '#app/test/worlds/test-app.ts'
import { objectOf } from './actions-world.ts'

/** An analysis of a perimeter that lacks nothing to be validated: one threat to one asset, retained, in a register of its own. */
export async function studiedAnalysis(pilot: Person, perimeter: number, fields: object = {}): Promise<{ id: number }> {
  const make = async (entity: string, body: object): Promise<number> => objectOf(await pilot.post(`/${entity}`, body)).id
  const register = await make('risk_register', { name_en: 'Studied', impact_types: ['LEGAL'] })
  const asset = await make('supporting_asset', { name_en: 'Studied', type: 'SOFTWARE', perimeter })
  const threat = await make('threat', { name_en: 'Studied' })
  const id = await make('risk_analysis', {
    name_en: 'Studied',
    perimeter,
    impact_types: ['LEGAL'],
    register,
    supporting_assets: [asset],
    threats: [threat],
    ...fields,
  })
  await make('risk_scenario', { analysis: id, supporting_asset: asset, threat, retained: true, probability: 2, impact: 2 })
  return { id }
}
