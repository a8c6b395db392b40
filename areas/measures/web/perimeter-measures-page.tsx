import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { PageHeading } from '#kit/web/ui/page.tsx'
import { MeasureList } from './measure-list.tsx'

/** The security base of one perimeter (MEA-17). */
export function Page() {
  const { perimeterId } = useParams<'/org/security-bases/$perimeterId/measures'>()
  const id = Number(perimeterId)
  const t = useWords('measures')
  const { data } = useQuery({
    queryKey: ['perimeter', 'options', 'ids', [id]],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>('/perimeter/options', { query: { ids: [id], limit: 1 }, signal }),
  })
  const asOf = useAsOf()
  const name = data?.objects[0]?.name ?? ''
  const fixed = useMemo(() => [{ name: 'perimeter', selected_options: [id] }], [id])
  const initial = useMemo(() => ({ perimeter: { id, name } }), [id, name])
  return (
    <MeasureList key={id} list="perimeter_measures" fixed={fixed} initial={initial}>
      {name ? (
        <Row align="center" spread="between" gap={12} padY={8} padX={16}>
          <PageHeading title={name} />
          {asOf ? null : <ButtonLink to={path('/org/security-bases/$perimeterId/differences', { perimeterId: id })}>{t('differences.show')}</ButtonLink>}
        </Row>
      ) : null}
    </MeasureList>
  )
}
