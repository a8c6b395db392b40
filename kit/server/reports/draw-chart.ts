import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([BarChart, LineChart, PieChart, GridComponent, LegendComponent, MarkLineComponent, SVGRenderer])

/** What ECharts draws of an option, as SVG in the fonts of reports. */
export function drawChart(option: Readonly<Record<string, unknown>>, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ ...option, animation: false, textStyle: { fontFamily: 'Inter', fontSize: 11, color: '#454c59' } })
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
