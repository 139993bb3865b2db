/** SQL, or a statement that is put together, that names the table of rows of readings, of packed days, or a view over them. */
export const namesReadings =
  /\b(?:FROM|JOIN|UPDATE|INTO)\s+reading(?:_packed|_unpacked|_rows)?\b(?! a )|(?:selectFrom|insertInto|updateTable|deleteFrom|[jJ]oin|table)\(\s*['"]reading|\['reading', /
