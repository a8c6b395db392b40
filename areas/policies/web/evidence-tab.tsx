import { loadBehind } from '#areas/evidence/web/index.ts'
import { control as entity } from '#areas/policies/contract/control.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useMeasuresOf } from './measures-tab.tsx'

const EvidenceBehind = lazy(async () => ({ default: (await loadBehind()).EvidenceBehind }))

/** What proves a requirement, everywhere or in one perimeter: the evidence of the measures that answer it. */
export function EvidenceTab({ control, perimeter }: { readonly control: number; readonly perimeter: number | undefined }) {
  const asOf = useAsOf()
  const typical = useRecord(entity, control, asOf).data?.typical_evidence
  const adds = useRight('measure.write') && asOf === undefined
  return (
    <Suspense fallback={<SkeletonRows count={4} />}>
      <EvidenceBehind
        of={{ requirement: control, perimeter }}
        would={typical ? <Markdown text={typical} /> : null}
        add={adds ? <AddToMeasure control={control} perimeter={perimeter} /> : null}
      />
    </Suspense>
  )
}

/** Evidence is added to a measure that answers the requirement: the ways to those in place. */
function AddToMeasure({ control, perimeter }: { readonly control: number; readonly perimeter: number | undefined }) {
  const t = useWords('policies')
  const { data } = useMeasuresOf(control, perimeter)
  if (!data) return null
  const inPlace = data.objects.filter(({ situation }) => situation === 'IMPLEMENTED')
  if (inPlace.length === 0) return <p>{t('evidence.no_measure')}</p>
  return (
    <>
      <h3>{t('evidence.add')}</h3>
      <ul>
        {inPlace.map(({ id, identifier, name, perimeter: place }) => (
          <li key={id}>
            <Link to={path('/org/security-bases/$perimeterId/measures', { perimeterId: place.id }, { id })}>
              {identifier} {name}
            </Link>{' '}
            <Text tone="quiet">{place.name}</Text>
          </li>
        ))}
      </ul>
    </>
  )
}
