const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** 6000 → "$60.00". */
export const formatCents = (cents: number) => dollars.format(cents / 100);

/** A deal's price as readers see it: 0 → "FREE". */
export const formatDealPrice = (cents: number) => (cents === 0 ? 'FREE' : formatCents(cents));
