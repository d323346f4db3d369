# Does for compose.yaml what the image of PostgreSQL does: a superuser with a password, and a database.
set -e
install --directory --owner postgres /run/postgresql
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
if [ ! -e "$data" ]; then
  install --directory --owner postgres --mode 700 "$data"
  echo "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  as_postgres initdb --username "$POSTGRES_USER" --pwfile /tmp/password --encoding UTF8 --locale C.UTF-8 --auth-local trust --auth-host scram-sha-256 "$data"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | as_postgres postgres --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D "$data" -c 'listen_addresses=*'
