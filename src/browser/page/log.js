// What has been logged so far, record type by record type, of one key beside the other.

function logTable(metrics, moments, tables) {
  const types = [...new Set(moments.flatMap((moment) => Object.keys(moment.by_type)))].sort();
  const largest = Math.max(1, ...moments.flatMap((moment) => Object.values(moment.by_type).map((one) => one.combined_size)));
  const heads = tables.map((table, i) => `<th scope="col" class="bar">${sideSign(i)} ${escaped(table.name)}</th>
    <th scope="col" class="number">Bytes</th><th scope="col" class="number">Records</th><th scope="col" class="number">Images</th>`).join("");
  const lines = types.map((type) => `<tr><th scope="row">${escaped(type)}</th>${moments.map((moment) => logCells(moment.by_type[type], largest)).join("")}</tr>`);
  lines.push(`<tr><th scope="row"><strong>All together</strong></th>${moments.map((moment) => logCells(moment.logged, 0)).join("")}</tr>`);
  return {head: `<tr><th scope="col">Record type</th>${heads}</tr>`, body: lines.join("")};
}

const sideSign = (i) => `<span class="swatch ${"ab"[i]}" aria-hidden="true">${"■●"[i]}</span>`;

function logCells(logged, largest) {
  const one = logged || {count: 0, record_size: 0, fpi: 0, fpi_size: 0, combined_size: 0};
  const bar = largest === 0 ? "" : `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect x="0" y="1" width="${100 * one.record_size / largest}" height="8" fill="var(--records)"/>
    <rect x="${100 * one.record_size / largest}" y="1" width="${100 * one.fpi_size / largest}" height="8" fill="var(--images)"/>
    <rect x="${100 * one.record_size / largest}" y="1" width="${100 * one.fpi_size / largest}" height="8" fill="url(#hatch)"/></svg>`;
  return `<td class="bar">${bar}</td><td class="number">${thousands(one.combined_size)}</td><td class="number">${thousands(one.count)}</td><td class="number">${thousands(one.fpi)}</td>`;
}

const logLegend = `<li><svg viewBox="0 0 26 15" aria-hidden="true"><rect x="1" y="1" width="24" height="13" fill="var(--records)" stroke="var(--records-edge)"/></svg>bytes of records</li>
  <li><svg viewBox="0 0 26 15" aria-hidden="true"><defs><pattern id="hatch" width="1.2" height="10" patternUnits="userSpaceOnUse"><rect width=".35" height="10" fill="var(--images-edge)"/></pattern></defs>
  <rect x="1" y="1" width="24" height="13" fill="var(--images)" stroke="var(--images-edge)"/>${hatchLines}</svg>bytes of full-page images</li>`;
