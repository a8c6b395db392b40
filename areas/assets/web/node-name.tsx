import type { DrawnNode } from '#areas/assets/contract/drawing.ts'
import type { BusinessValueType } from '#areas/assets/contract/business-value.ts'
import type { SupportingAssetType } from '#areas/assets/contract/supporting-asset.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ScaleLevel } from '#kit/web/ui/level.tsx'

type Named = Pick<DrawnNode, 'entity' | 'id' | 'name'>

/** Where a value or an asset is opened. */
export const addressOf = ({ entity, id }: Named) => (entity === 'business_value' ? path('/org/assets/values', { id }) : path('/org/assets', { id }))

/** What a node is called; one out of reach only that it is. */
export function useNodeName() {
  const t = useWords('assets')
  return ({ entity, name }: Named) => name ?? t(entity === 'business_value' ? 'drawing.hidden_value' : 'drawing.hidden_asset')
}

/** The kind of a value or an asset in words. */
export function useNodeType() {
  const t = useWords('assets')
  return ({ entity, type }: Pick<DrawnNode, 'entity' | 'type'>) => {
    if (!type) return null
    return entity === 'business_value'
      ? t(`entities.business_value.choices.type.${type as BusinessValueType}`)
      : t(`entities.supporting_asset.choices.type.${type as SupportingAssetType}`)
  }
}

/** A node by its name, which opens it for whoever may. */
export function NodeName({ node }: { readonly node: Named }) {
  const nameOf = useNodeName()
  return node.name === null ? <span>{nameOf(node)}</span> : <Link to={addressOf(node)}>{node.name}</Link>
}

/** A need in words. */
export const Need = ({ value }: { readonly value: number }) => <ScaleLevel scale="business_impacts" value={value} />
