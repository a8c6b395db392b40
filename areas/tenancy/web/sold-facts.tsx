import { countedQuotas, propertyNames, quotaNames, type BroughtSold } from '#areas/tenancy/contract/customer.ts'
import { flagNames } from '#areas/tenancy/contract/security-policy.ts'
import { features } from '#kit/contract/right.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Facts } from '#kit/web/ui/page.tsx'

/** What an organisation has by its subscription, in words: its features, its limits, its options and what it has otherwise than its instance. */
export function SoldFacts({ sold }: { readonly sold: BroughtSold }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const none = t('customer.sold_none')
  const counted = new Set<string>(countedQuotas)
  const quotas = quotaNames.flatMap((name) => {
    const limit = sold.quotas[name] ?? null
    // What is counted has no limit without one; the others are then as everywhere.
    if (limit === null && !counted.has(name)) return []
    return [kit('labelled', { label: t(`customer.quotas.${name}`), value: limit === null ? t('customer.unlimited') : format.number(limit) })]
  })
  const options = propertyNames.filter((name) => sold.properties[name] ?? name === 'connector_allowed').map((name) => t(`customer.properties.${name}`))
  const flags = flagNames.flatMap((name) => {
    const on = sold.flags[name]
    return typeof on === 'boolean' ? [kit('labelled', { label: t(`flags.${name}`), value: on ? t('customer.on') : t('customer.off') })] : []
  })
  return (
    <Facts
      facts={[
        [
          t('customer.fields.features'),
          features
            .filter((one) => sold.features.includes(one))
            .map((one) => t(`customer.features.${one}`))
            .join(', ') || none,
        ],
        [t('customer.fields.quotas'), quotas.join(', ')],
        [t('customer.fields.properties'), options.join(', ') || none],
        [t('customer.flags'), flags.join(', ') || t('customer.as_instance')],
      ]}
    />
  )
}
