import type { Asset, Value } from '#demo/content/asset-types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** When the first organisation wrote down what it lives by, what this stands on, and found the loop. */
const [valued, carried, looped] = [-52, -51, -50]

/** Business values and supporting assets, as the pilot wrote them down before the first risk analysis. */
export function assetsOf(site: Site): Happening[] {
  const { assets } = site.content
  if (!assets) return []
  const one = (day: number, run: (session: Session) => Promise<unknown>): Happening => ({ day, what: 'keep', by: site.pilot, run })
  return [
    ...assets.values.map((value) => one(valued, (session) => writeValue(session, value))),
    ...assets.assets.map((asset) => one(carried, (session) => writeAsset(session, asset))),
    ...assets.loops.map(({ asset, on }) =>
      one(looped, (session) => {
        const stands = assets.assets.find(({ key }) => key === asset)?.on ?? []
        return session.update('supporting_asset', site.id('supporting_asset', asset), {
          dependencies: [...stands, on].map((key) => site.id('supporting_asset', key)),
        })
      }),
    ),
  ]
}

const writeValue = (session: Session, { key, type, name, description, owner, perimeters, needs }: Value) =>
  session.create('business_value', key, {
    ...inBoth('name', name),
    type,
    description: session.site.translate(description),
    owner: session.site.id('member', owner),
    perimeters: perimeters.map((place) => session.site.id('perimeter', place)),
    ...needs,
  })

const writeAsset = (session: Session, { key, type, name, perimeter, owner, carries, on, release }: Asset) =>
  session.create('supporting_asset', key, {
    ...inBoth('name', name),
    type,
    perimeter: session.site.id('perimeter', perimeter),
    ...(owner && { owner: session.site.id('member', owner) }),
    ...(release && { release }),
    business_values: carries.map((value) => session.site.id('business_value', value)),
    dependencies: on.map((other) => session.site.id('supporting_asset', other)),
  })
