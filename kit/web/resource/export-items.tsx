import { reportFormats } from '#kit/contract/report.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { MenuItem } from '#kit/web/ui/menu.tsx'
import { useLaidColumns, type LaidList } from './laid-columns.ts'
import { exportRows } from './list-api.ts'
import type { PageBody } from './list-api.ts'
import type { AnyListProps } from './list-props.ts'

/** The ways out of a list: what is shown, all of it, its report. */
export function ExportItems(props: LaidList & Pick<AnyListProps, 'params' | 'report'> & { readonly body: PageBody; readonly asOf: string | undefined }) {
  const { entity, body, asOf, params = {}, report } = props
  const t = useWords('kit')
  const columns = useLaidColumns(props)
    .filter(({ name, hidden }) => !hidden && name in entity.fields)
    .map(({ name }) => name)
  return (
    <>
      <MenuItem onSelect={() => void exportRows(entity, body, params, { columns })}>{t('file.export_shown')}</MenuItem>
      <MenuItem onSelect={() => void exportRows(entity, body, params, { whole: true })}>
        {t(entity.importable ? 'file.export_whole' : 'file.export_all')}
      </MenuItem>
      {report
        ? reportFormats.map((format) => (
            <MenuItem
              key={format}
              onSelect={() => void makeReport(report.path, format, report.whole ? undefined : { queryParams: body.queryParams, ...(asOf && { as_of: asOf }) })}
            >
              {report.label(format)}
            </MenuItem>
          ))
        : null}
    </>
  )
}
