import { useMemo } from 'react'
import { perimeterPropertyValue } from '#areas/organisation/contract/perimeter-property.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import './property-presentation.ts'

type Value = RowOf<typeof perimeterPropertyValue>

/** Perimeters by what their properties say, to filter and export (PER-16). */
export function Page() {
  const kit = useWords('kit')
  const format = useFormat()
  const cells = useMemo(
    () => ({
      value: ({ value, value_type }: Value) =>
        value_type === 'BOOLEAN'
          ? kit(value === 'true' ? 'yes' : 'no')
          : value_type === 'DATE'
            ? format.date(value)
            : value_type === 'NUMBER'
              ? format.number(Number(value))
              : value,
    }),
    [kit, format],
  )
  return <ListPage entity={perimeterPropertyValue} cells={cells} />
}
