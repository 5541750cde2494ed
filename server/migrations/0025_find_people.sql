CREATE INDEX "users_folded_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_folded_user_name" ON "users" USING btree (lower("user_name")) WHERE user_name is not null;--> statement-breakpoint
CREATE INDEX "users_folded_employee_number" ON "users" USING btree (lower("employee_number")) WHERE employee_number is not null;