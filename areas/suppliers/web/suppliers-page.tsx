import { ClipboardList } from 'lucide-react'
import { useMemo, useState } from 'react'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { CertificatesTab } from './certificates-tab.tsx'
import { ChainTab } from './chain-tab.tsx'
import { ContactsTab } from './contacts-tab.tsx'
import { ContractsTab, ServicesTab } from './children-tabs.tsx'
import { DueButton } from './due-button.tsx'
import { EvaluationsTab } from './evaluations-tab.tsx'
import { ExemptionsTab, GapsTab, RisksTab } from './perimeter-tabs.tsx'
import { Overview } from './overview.tsx'
import type { Supplier } from './presentation.tsx'
import { RecordHead } from './record-head.tsx'

const ClassifyDialog = lazy(async () => ({ default: (await import('./classify-dialog.tsx')).ClassifyDialog }))

/** What campaigns are not reckoned to where they are not scored (CMP-22). */
const unscored = ['last_score', 'trend'] as const

/** Every company that works for us, and all that is known of one beside it. */
export function Page() {
  const t = useWords('suppliers')
  const scored = useSession().flags.se_campaigns !== false
  const [classified, setClassified] = useState<Supplier>()
  const panel = useMemo(
    (): PanelParts<Supplier> => ({
      wide: true,
      header: (row) => <RecordHead row={row} />,
      tabs: [
        { value: 'overview', label: t('tabs.overview'), first: true, Content: Overview },
        { value: 'services', label: t('tabs.services'), count: (row) => row.services ?? 0, Content: ServicesTab },
        { value: 'contracts', label: t('tabs.contracts'), count: (row) => row.contracts ?? 0, Content: ContractsTab },
        { value: 'contacts', label: t('tabs.contacts'), count: (row) => row.contacts.length, Content: ContactsTab },
        { value: 'chain', label: t('tabs.chain'), count: (row) => row.subcontractors.length, Content: ChainTab },
        { value: 'certificates', label: t('tabs.certificates'), count: (row) => row.certificates.length, Content: CertificatesTab },
        { value: 'evaluations', label: t('tabs.evaluations'), Content: EvaluationsTab },
        { value: 'gaps', label: t('tabs.gaps'), count: (row) => row.open_gaps ?? 0, Content: GapsTab },
        { value: 'risks', label: t('tabs.risks'), count: (row) => row.open_risks ?? 0, Content: RisksTab },
        { value: 'exemptions', label: t('tabs.exemptions'), count: (row) => row.exemptions ?? 0, Content: ExemptionsTab },
      ],
      verbs: (row) =>
        row.edit_right
          ? [
              {
                name: 'classify',
                label: t(row.classified_on ? 'classify.again' : 'classify.button'),
                icon: ClipboardList,
                primary: !row.criticality,
                run: () => setClassified(row),
              },
            ]
          : [],
    }),
    [t],
  )
  return (
    <>
      <ListPage entity={supplier} {...(scored ? {} : { without: unscored })} tools={<DueButton />} panel={panel} />
      <Suspense>{classified ? <ClassifyDialog row={classified} onClose={() => setClassified(undefined)} /> : null}</Suspense>
    </>
  )
}
