-- Clicks on our own pages that came by a link from a promotion's share kit, by the channel the link was made for.
CREATE TABLE "channel_clicks" (
  "promotion_id" INTEGER NOT NULL,
  "channel" TEXT NOT NULL,
  "clicks" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "channel_clicks_pkey" PRIMARY KEY ("promotion_id", "channel"),
  CONSTRAINT "channel_clicks_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
